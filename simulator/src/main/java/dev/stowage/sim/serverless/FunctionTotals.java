package dev.stowage.sim.serverless;

/** What is counted of one function during a run. */
final class FunctionTotals {
    long arrived;
    long answered;
    long dropped;
    long arrivedCold; // while no instance served
    long instancesMade;
    long growthRejected;
    int mostReady;
    double usedNanos; // CPU time
    double givenCoreNanos;
    double givenByteNanos;
    double demandNanos; // of answered requests
    double answeredNanos; // time in the system of answered requests, without overhead
}
