// NDJSON to NDJSON: gives 22 members of each document their other names.
import { openSync, readSync, writeSync } from "node:fs";

const ROOT = { created_at: "createdAt" };
const TASK = { objective: "goal", status: "state" };
const LISTS = {
  statements: {
    id: "portableRef", kind: "category", text: "content", origin: "source", evidence: "evidenceRefs",
    recorded_at: "recordedAt",
  },
  resources: {
    id: "sourceId", kind: "category", title: "label", uri: "location", digest: "hash", observed_at: "observedAt",
  },
  operations: {
    id: "actionId", kind: "category", status: "state", description: "text", effect: "sideEffect", call: "invocation",
    requested_at: "requestedAt",
  },
};

function renamed(object, names) {
  const out = {};
  for (const name in object) out[names[name] ?? name] = object[name];
  return out;
}

function line(text) {
  const document = renamed(JSON.parse(text), ROOT);
  if (document.task) document.task = renamed(document.task, TASK);
  for (const list in LISTS) {
    const names = LISTS[list];
    if (document[list]) document[list] = document[list].map((object) => renamed(object, names));
  }
  return JSON.stringify(document) + "\n";
}

// Large blocks read and written at once: the event loop and line readers would cost more than the work.
const input = process.argv[2] ? openSync(process.argv[2]) : 0;
const block = Buffer.allocUnsafe(1 << 20);
let rest = Buffer.alloc(0);
function writeAll(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
for (;;) {
  const count = readSync(input, block);
  if (count === 0) break;
  const all = Buffer.concat([rest, block.subarray(0, count)]);
  const end = all.lastIndexOf(10) + 1;
  rest = Buffer.from(all.subarray(end));
  if (end > 0) writeAll(all.toString("utf8", 0, end - 1).split("\n").map(line).join(""));
}
if (rest.length > 0) writeAll(line(rest.toString("utf8")));
