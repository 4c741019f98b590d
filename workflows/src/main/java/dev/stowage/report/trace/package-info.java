/**
 * The reports of a trace and of the applications that stand for it. Start at {@link
 * dev.stowage.report.trace.TracePage}. Pure functions of results.
 */
@NullMarked
package dev.stowage.report.trace;

import org.jspecify.annotations.NullMarked;
