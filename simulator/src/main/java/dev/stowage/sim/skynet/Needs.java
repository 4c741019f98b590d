package dev.stowage.sim.skynet;

/**
 * What applications need of each resource to be on target, second by second: a base, which is the
 * need at load 1, times a factor of the moment. Draws nothing that a controller could change.
 */
interface Needs {
    /** CPU, memory, I/O, network. */
    int RESOURCES = 4;

    /** Shares of a server, by application and resource; 0 where a resource does not matter. */
    double[] base();

    /** Load of this second by application, bursts included; above 0. */
    double[] factor();

    /**
     * Amounts that applications begin with in this second, by application and resource; without
     * bursts, which nobody knows.
     */
    double[] first(double setPoint);

    /** True if an application uses no more than it needs, by application. */
    boolean[] isOpen();

    /** Moves on to a second; true if the load of any application jumped. */
    boolean step(int second);

    /** True if the load of an application jumped in this second, bursts aside. */
    boolean hasJumped(int application);
}
