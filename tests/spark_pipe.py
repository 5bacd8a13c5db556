"""Apache Spark in local mode hands NDJSON to the tool with RDD.pipe, one process a partition.

    python3 tests/spark_pipe.py TOOL FOLDER

Reads FOLDER/corpus.ndjson, prints one JSON object with what came of it; tests/spark.rs holds that against a run without
Spark. Nothing of this project runs inside Spark but the command itself.
"""

import json
import os
import sys

from pyspark import SparkConf, SparkContext

tool, folder = sys.argv[1], os.path.abspath(sys.argv[2])
os.makedirs(os.path.join(folder, "errors"), exist_ok=True)

# A worker that refuses a document ends with 1 and must not fail the job; one that cannot work ends with 2, or by a signal,
# and must. Each writes its errors to a file of its own.
WORKER = """#!/bin/sh
"$1" convert --ndjson --jobs 1 --quiet --errors "$2/errors/$$.ndjson"
code=$?
[ $code -le 1 ]
"""
worker = os.path.join(folder, "worker.sh")
with open(worker, "w") as file:
    file.write(WORKER)
os.chmod(worker, 0o755)

conf = SparkConf().setMaster("local[2]").setAppName("ocp-convert").set("spark.ui.enabled", "false")
conf.set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
context = SparkContext(conf=conf)
context.setLogLevel("OFF")

corpus = context.textFile("file://" + os.path.join(folder, "corpus.ndjson"), minPartitions=4)
packets = corpus.pipe(f"{worker} {tool} {folder}", checkCode=True).collect()

# A worker that cannot work: its exit code reaches the driver.
try:
    corpus.pipe(f"{tool} convert --ndjson --accept {folder}/no-such-file", checkCode=True).count()
    broken = "no error"
except Exception as error:
    broken = str(error)

# Without the wrapper a refused document is an error of the job as well.
try:
    corpus.pipe(f"{tool} convert --ndjson --quiet --jobs 1", checkCode=True).count()
    refused = "no error"
except Exception as error:
    refused = str(error)

partitions = corpus.getNumPartitions()
context.stop()

errors = []
for name in sorted(os.listdir(os.path.join(folder, "errors"))):
    with open(os.path.join(folder, "errors", name)) as file:
        errors += [json.loads(line) for line in file]

print(json.dumps({
    "partitions": partitions,
    "packets": packets,
    "errors": errors,
    "broken": "error code 2" in broken,
    "refused": "error code 1" in refused,
}))
