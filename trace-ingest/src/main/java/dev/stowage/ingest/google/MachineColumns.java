package dev.stowage.ingest.google;

/**
 * Where {@code machine_events} has its columns.
 *
 * @param firstEvent code of ADD; REMOVE and UPDATE follow
 * @param switchName column of the switch; negative if there is none
 * @param isSorted true if the rows are in order of time
 */
record MachineColumns(
        int time,
        int machine,
        int event,
        int firstEvent,
        int platform,
        int cpu,
        int memory,
        int switchName,
        boolean isSorted) {
    static final MachineColumns OF_2011 = new MachineColumns(0, 1, 2, 0, 3, 4, 5, -1, true);
    static final MachineColumns OF_2019 = new MachineColumns(0, 1, 2, 1, 6, 4, 5, 3, false);

    boolean hasSwitch() {
        return switchName >= 0;
    }
}
