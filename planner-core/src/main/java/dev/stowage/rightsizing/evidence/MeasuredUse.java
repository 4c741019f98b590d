package dev.stowage.rightsizing.evidence;

/** Measurements of services that can be gone through again and again, by start time. */
public interface MeasuredUse {
    /**
     * Shows all usable measurements in order of their start.
     *
     * @return what was read, and what of it was not shown; the same each time
     * @throws dev.stowage.basis.InputException if the source is damaged or not sorted
     */
    UseRows visit(UseVisitor visitor);

    /** True if replica {@code i} is item {@code i} of what is packed, if there is one. */
    boolean isByItem();
}
