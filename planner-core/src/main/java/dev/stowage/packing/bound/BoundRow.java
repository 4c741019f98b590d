package dev.stowage.packing.bound;

/**
 * What the servers in use must hold together: each packing of all items uses servers whose values
 * add up to at least what is needed. The value of a server is the most that items on it can be
 * worth, whatever they are.
 */
public final class BoundRow {
    private final String name;
    private final long need;
    private final long[] value;

    /**
     * A row.
     *
     * @param name how the worth of items was chosen
     * @param need worth of all items together, at least 0
     * @param value by kind of server, at least 0
     */
    BoundRow(String name, long need, long[] value) {
        this.name = name;
        this.need = need;
        this.value = value.clone();
    }

    public String name() {
        return name;
    }

    public long need() {
        return need;
    }

    public long value(int kind) {
        return value[kind];
    }

    /** True if it says anything. */
    boolean isUseful() {
        return need > 0;
    }
}
