package dev.stowage.packing.search;

/**
 * A unit under a spread rule, as local search sees it.
 *
 * @param rule number of the rule
 * @param unit number of the unit
 * @param weight items of the unit that the rule counts
 * @param most items of the rule in one place
 * @param isByDomain true if places are domains
 */
record LocalMember(int rule, int unit, int weight, int most, boolean isByDomain) {
    /** Number of the place that a server is for the rule. */
    int place(LocalServer server) {
        return isByDomain ? server.domain() : server.number();
    }
}
