/** The report of a fleet under several managers, and its answer in words. */
@NullMarked
package dev.stowage.report.fleet;

import org.jspecify.annotations.NullMarked;
