package dev.stowage.sim;

import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.metrics.Recorder;
import dev.stowage.sim.metrics.Rejection;
import dev.stowage.sim.metrics.RunEnd;
import dev.stowage.sim.metrics.RunRecord;

/** The largest number of tasks that ran at once, measured beside another recorder. */
final class PeakRunning {
    private long peak;

    long tasks() {
        return peak;
    }

    Recorder.Factory around(Recorder.Factory inner) {
        return (cluster, labels) -> new Wrapper(cluster, inner.open(cluster, labels));
    }

    private final class Wrapper implements Recorder {
        private final Cluster cluster;
        private final Recorder inner;

        Wrapper(Cluster cluster, Recorder inner) {
            this.cluster = cluster;
            this.inner = inner;
        }

        @Override
        public void advance(long nowMicros) {
            peak = Math.max(peak, cluster.levels().tasksRunning);
            inner.advance(nowMicros);
        }

        @Override
        public void submitted(long cpuMicroCores, long memoryBytes) {
            inner.submitted(cpuMicroCores, memoryBytes);
        }

        @Override
        public void rejected(Rejection reason) {
            inner.rejected(reason);
        }

        @Override
        public void started(long waitMicros) {
            inner.started(waitMicros);
        }

        @Override
        public void finished(long responseMicros) {
            inner.finished(responseMicros);
        }

        @Override
        public void killed() {
            inner.killed();
        }

        @Override
        public void evicted() {
            inner.evicted();
        }

        @Override
        public void stillRunning() {
            inner.stillRunning();
        }

        @Override
        public void queued(long micros) {
            inner.queued(micros);
        }

        @Override
        public void stillPending(long waitMicros, long queuedMicros) {
            inner.stillPending(waitMicros, queuedMicros);
        }

        @Override
        public void blockedForEver() {
            inner.blockedForEver();
        }

        @Override
        public RunRecord close(RunEnd end) {
            return inner.close(end);
        }
    }
}
