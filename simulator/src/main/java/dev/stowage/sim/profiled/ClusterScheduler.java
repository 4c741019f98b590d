package dev.stowage.sim.profiled;

import dev.stowage.basis.Check;
import dev.stowage.profile.SharingRule;

/** Who chooses the server of a task in a {@link ClusterRun}, and what isolates tasks there. */
public sealed interface ClusterScheduler {
    /** As on the command line. */
    String label();

    /** The level of isolation that its servers have, if nobody says otherwise. */
    String isolation();

    /** Has one queue, tried in order of arrival whenever a task comes or ends. */
    sealed interface FrontEnd extends ClusterScheduler {
        /** True if a task without room is turned away and does not wait. */
        boolean refuses();
    }

    /**
     * Gives each task the least slice for a target, on the server where least remains. Slices never
     * change. Source: Sfakianakis 2023, section 2.3.1; the choice of the server and the fallback
     * are ours.
     *
     * @param target performance index that a slice must give
     * @param margin added to it when slices are chosen, for errors of profiles
     * @param fallsBack true if a task whose least slice fits nowhere takes the least that does
     * @param refuses true if a task without room is turned away
     */
    record QumanUser(double target, double margin, boolean fallsBack, boolean refuses)
            implements FrontEnd {
        public QumanUser {
            Check.positive("target", target);
            Check.inRange("target", target, 0, 1);
            Check.notNegative("margin", margin);
        }

        @Override
        public String label() {
            return "quman-user";
        }

        @Override
        public String isolation() {
            return "frimics";
        }
    }

    /**
     * Shares each server among what runs there, anew whenever a task comes or ends, so that the sum
     * of performance times CPU utilisation is large. The head of the queue goes to the server whose
     * sum it raises most, if it raises one and nobody there falls below the floor; the thesis does
     * not say whom to admit (ours). Source: Sfakianakis 2023, section 2.3.1, equation 2.4.
     *
     * @param rule what is made most of, and the floor
     * @param refuses true if a task without room is turned away
     */
    record QumanProvider(SharingRule rule, boolean refuses) implements FrontEnd {
        @Override
        public String label() {
            return "quman-provider";
        }

        @Override
        public String isolation() {
            return "frimics";
        }
    }

    /**
     * Sends a request to {@code d} workers drawn without replacement; each that has room for the
     * least slice answers what would remain, and the least remainder (sum of the three free shares)
     * gets the task. After {@code rounds} draws without room the task waits at the front end and is
     * tried at each end of a task, in order of arrival. A task whose profile is unknown runs on
     * half of a server. Source: Sfakianakis 2023, section 2.4.1; d, rounds and the scalar are ours.
     *
     * @param d workers asked in a round
     * @param target performance index that a slice must give
     * @param rounds draws before a task waits
     * @param refuses true if it is turned away instead
     */
    record QuSparrow(int d, double target, int rounds, boolean refuses) implements FrontEnd {
        public QuSparrow {
            Check.positive("d", d);
            Check.positive("rounds", rounds);
            Check.positive("target", target);
            Check.inRange("target", target, 0, 1);
        }

        /** Two workers, three rounds, waiting. */
        public QuSparrow(double target) {
            this(2, target, 3, false);
        }

        @Override
        public String label() {
            return "quman-sparrow";
        }

        @Override
        public String isolation() {
            return "frimics";
        }
    }

    /**
     * Batch sampling with late binding: {@code ceil(probeRatio * m)} reservations for a job of m
     * tasks on distinct workers, queued there first come first served; a worker with a free slot
     * takes the next task of the job that has not been launched. Source: Ousterhout et al., SOSP
     * 2013; probe ratio 1.05 in {@code radlab/sparrow}, 2 in the paper.
     *
     * @param probeRatio reservations per task
     * @param slots tasks that a worker runs at once
     */
    record Sparrow(double probeRatio, int slots) implements ClusterScheduler {
        public Sparrow {
            Check.inRange("probeRatio", probeRatio, 1, 1000);
            Check.positive("slots", slots);
        }

        @Override
        public String label() {
            return "sparrow";
        }

        @Override
        public String isolation() {
            return "native";
        }
    }

    /**
     * Offers: at every interval the free resources of the agents, in random order, are offered to
     * the one framework, which launches the first waiting tasks whose requests fit. An offer that
     * nothing fits in is declined, and that agent is not offered again for a while. Source: Mesos'
     * documentation (interval 1 s); the filter of 5 s and one framework are ours, and so the
     * fairness among frameworks says nothing here.
     *
     * @param intervalSeconds between rounds of offers
     * @param filterSeconds for which a declined agent is not offered
     */
    record Mesos(double intervalSeconds, double filterSeconds) implements ClusterScheduler {
        public Mesos {
            Check.positive("intervalSeconds", intervalSeconds);
            Check.notNegative("filterSeconds", filterSeconds);
        }

        @Override
        public String label() {
            return "mesos";
        }

        @Override
        public String isolation() {
            return "cgroups";
        }
    }
}
