package dev.stowage.rightsizing.evidence;

import java.util.BitSet;

/**
 * Measurements of some services that begin in a part of the time.
 *
 * @param all of which they are a part
 * @param services whose measurements are shown
 * @param fromMicros first moment at which they begin
 * @param toMicros moment before which they begin
 */
public record PartOfUse(MeasuredUse all, BitSet services, long fromMicros, long toMicros)
        implements MeasuredUse {
    private static final String OTHERS = "of another part of the time, or of other services";

    @Override
    public boolean isByItem() {
        return all.isByItem();
    }

    @Override
    public UseRows visit(UseVisitor visitor) {
        long[] shown = new long[1];
        UseRows rows =
                all.visit(
                        row -> {
                            if (row.startMicros >= fromMicros
                                    && row.startMicros < toMicros
                                    && services.get(row.service)) {
                                shown[0]++;
                                visitor.measured(row);
                            }
                        });
        return rows.without(rows.used() - shown[0], OTHERS);
    }
}
