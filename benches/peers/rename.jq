# NDJSON to NDJSON: gives 22 members of each document their other names.
def renamed(names): with_entries(.key |= (names[.] // .));

renamed({created_at: "createdAt"})
| .task |= renamed({objective: "goal", status: "state"})
| .statements |= map(renamed({
    id: "portableRef", kind: "category", text: "content", origin: "source", evidence: "evidenceRefs",
    recorded_at: "recordedAt"}))
| .resources |= map(renamed({
    id: "sourceId", kind: "category", title: "label", uri: "location", digest: "hash", observed_at: "observedAt"}))
| .operations |= map(renamed({
    id: "actionId", kind: "category", status: "state", description: "text", effect: "sideEffect", call: "invocation",
    requested_at: "requestedAt"}))
