package dev.stowage.rightsizing.evidence;

/** Looks at measurements one after another. */
@FunctionalInterface
public interface UseVisitor {
    /** Looks at a measurement; the row is filled anew afterwards. */
    void measured(UseRow row);
}
