/**
 * What the commands about catalogues answer: one record for each, which is its JSON, and its text.
 * Start at {@link dev.stowage.report.catalogue.CatalogueDiffText}.
 */
@NullMarked
package dev.stowage.report.catalogue;

import org.jspecify.annotations.NullMarked;
