package dev.stowage.policy.portfolio;

import dev.stowage.policy.deployment.VmList;

/** The cheapest VMs on demand for so many units of CPU and memory, and what they cost. */
interface Mixes {
    /** Nano USD an hour that are left to pay. */
    CostTable table();

    /** The VMs, whatever pays for them. */
    VmList mix(int cpu, int memory);
}
