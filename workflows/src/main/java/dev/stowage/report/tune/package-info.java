/** The report of a tuned day. Start at {@link dev.stowage.report.tune.TuneReport}. */
@NullMarked
package dev.stowage.report.tune;

import org.jspecify.annotations.NullMarked;
