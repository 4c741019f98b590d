package dev.stowage.policy.node;

import java.util.Arrays;
import java.util.Map;

/**
 * Who has what of a server. Every unit of a {@link NodeResource} belongs to one owner or to the
 * pool, so that their sum never changes. The pool runs best-effort jobs and the services that were
 * put into it; its resources are not partitioned among them. Frequencies are set by owner and are
 * not conserved. Mutable, not thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // rows by resource: asked some hundred times an interval
public final class Allocation {
    /** The owner of what no single owner has. */
    public static final int POOL = -1;

    private final int[][] units;
    private final int[] levels;
    private final int highestLevel;
    private final int[] variants;
    private final boolean[] inPool;
    private int poolLevel;
    private boolean isPoolPaused;
    private boolean isInstrumented;
    private int moveAsked = POOL;
    private long revision;

    /**
     * Everything in the pool, at the highest frequency.
     *
     * @param owners how many there may be beside the pool
     * @param totals units of each resource
     * @param highestLevel the highest level of frequency
     */
    public Allocation(int owners, Map<NodeResource, Integer> totals, int highestLevel) {
        this.units = new int[NodeResource.values().length][owners + 1];
        totals.forEach((resource, total) -> units[resource.ordinal()][owners] = total);
        this.levels = new int[owners];
        Arrays.fill(levels, highestLevel);
        this.highestLevel = highestLevel;
        this.poolLevel = highestLevel;
        this.variants = new int[owners];
        this.inPool = new boolean[owners];
    }

    private Allocation(Allocation other) {
        this.units = new int[other.units.length][];
        for (int resource = 0; resource < units.length; resource++) {
            units[resource] = other.units[resource].clone();
        }
        this.levels = other.levels.clone();
        this.highestLevel = other.highestLevel;
        this.poolLevel = other.poolLevel;
        this.variants = other.variants.clone();
        this.inPool = other.inPool.clone();
        this.isPoolPaused = other.isPoolPaused;
        this.isInstrumented = other.isInstrumented;
        this.moveAsked = other.moveAsked;
    }

    /** The same, on its own. */
    public Allocation copy() {
        return new Allocation(this);
    }

    /** Another number whenever who has what has changed; of this object and of no other. */
    public long revision() {
        return revision;
    }

    /** Number of owners beside the pool. */
    public int owners() {
        return levels.length;
    }

    /** Units that {@code owner} has, which may be {@link #POOL}. */
    public int units(NodeResource resource, int owner) {
        return units[resource.ordinal()][index(owner)];
    }

    /** Units of all owners and the pool together. */
    public int total(NodeResource resource) {
        return Arrays.stream(units[resource.ordinal()]).sum();
    }

    /**
     * Moves units from an owner to another; either may be {@link #POOL}.
     *
     * @throws IllegalStateException if {@code from} has not so many
     */
    public void move(NodeResource resource, int from, int to, int count) {
        int[] row = units[resource.ordinal()];
        if (count < 0 || row[index(from)] < count) {
            throw new IllegalStateException(
                    "owner "
                            + from
                            + " has "
                            + row[index(from)]
                            + " of "
                            + resource
                            + ", not "
                            + count);
        }
        revision++;
        row[index(from)] -= count;
        row[index(to)] += count;
    }

    /** Puts everything into the pool, of which no owner is a part. */
    void clear() {
        for (NodeResource resource : NodeResource.values()) {
            for (int owner = 0; owner < owners(); owner++) {
                move(resource, owner, POOL, units(resource, owner));
            }
        }
        Arrays.fill(inPool, false);
    }

    /** Takes over who has what, and who is in the pool, of another allocation of the same node. */
    void takeOver(Allocation other) {
        clear();
        for (int owner = 0; owner < owners(); owner++) {
            for (NodeResource resource : NodeResource.values()) {
                move(resource, POOL, owner, other.units(resource, owner));
            }
            inPool[owner] = other.inPool[owner];
        }
    }

    /** Gives each owner the same of a resource, the rest one by one to the first of the order. */
    public void divideEqually(NodeResource resource, int[] order) {
        int share = units(resource, POOL) / order.length;
        int rest = units(resource, POOL) - share * order.length;
        for (int place = 0; place < order.length; place++) {
            move(resource, POOL, order[place], share + (place < rest ? 1 : 0));
        }
    }

    /** Level of frequency of an owner's cores. */
    public int level(int owner) {
        return owner == POOL ? poolLevel : levels[owner];
    }

    /** Sets it. */
    public void setLevel(int owner, int level) {
        if (level < 0 || level > highestLevel) {
            throw new IllegalStateException(
                    "no level " + level + ", the highest is " + highestLevel);
        }
        revision++;
        if (owner == POOL) {
            poolLevel = level;
        } else {
            levels[owner] = level;
        }
    }

    /** The highest level. */
    public int highestLevel() {
        return highestLevel;
    }

    /** True if an owner runs in the pool, beside best-effort jobs. */
    public boolean isInPool(int owner) {
        return inPool[owner];
    }

    /** Puts an owner, which must have nothing of its own, into the pool. */
    public void putIntoPool(int owner) {
        for (NodeResource resource : NodeResource.values()) {
            if (units(resource, owner) > 0) {
                throw new IllegalStateException("owner " + owner + " still has " + resource);
            }
        }
        revision++;
        inPool[owner] = true;
    }

    /** True if nothing in the pool may run. */
    public boolean isPoolPaused() {
        return isPoolPaused;
    }

    /** Lets everything in the pool run or not. */
    public void pausePool(boolean isPaused) {
        revision++;
        isPoolPaused = isPaused;
    }

    /** The variant that an approximate job runs: 0 is precise. */
    public int variant(int owner) {
        return variants[owner];
    }

    /** Chooses it. */
    public void setVariant(int owner, int variant) {
        revision++;
        variants[owner] = variant;
    }

    /** True if variants can be chosen, which costs time. */
    public boolean isInstrumented() {
        return isInstrumented;
    }

    /** Lets variants be chosen or not. */
    public void instrument(boolean canChoose) {
        revision++;
        isInstrumented = canChoose;
    }

    /** Asks that a service be moved to another server. */
    public void askToMove(int owner) {
        if (moveAsked != owner) {
            revision++;
            moveAsked = owner;
        }
    }

    /** The service that should be moved to another server, or {@link #POOL}. */
    public int moveAsked() {
        return moveAsked;
    }

    private int index(int owner) {
        return owner == POOL ? levels.length : owner;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Allocation that
                && Arrays.deepEquals(units, that.units)
                && Arrays.equals(levels, that.levels)
                && Arrays.equals(variants, that.variants)
                && Arrays.equals(inPool, that.inPool)
                && poolLevel == that.poolLevel
                && isPoolPaused == that.isPoolPaused
                && moveAsked == that.moveAsked;
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(units) * 31 + Arrays.hashCode(levels);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(units) + " levels " + Arrays.toString(levels);
    }
}
