package dev.stowage.policy.portfolio;

import dev.stowage.model.cloud.SharedPlan;

/** A commitment that several types share, and what is left to pay beside so much of it. */
interface SharedOffer {
    /** The most of each of its amounts that can be of use. */
    int[] most();

    /** The amounts that are about those of this commitment in other units. */
    int[] near(SharedOffer other, int[] amounts);

    /** What an hour of so much costs, used or not. Never falls with an amount. */
    double nanoUsdPerHour(int[] amounts);

    /** The cheapest VMs beside so much of it. What they cost never rises with an amount. */
    Mixes mixes(int[] amounts);

    /** The contract over so much, of which some is above 0. */
    SharedPlan plan(int[] amounts);
}
