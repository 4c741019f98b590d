/**
 * The templates of reports as classes, which the build makes of {@code src/main/jte}. Start at
 * {@link dev.stowage.report.ReportPage}, which finds them by name.
 */
@NullMarked
package dev.stowage.report.template;

import org.jspecify.annotations.NullMarked;
