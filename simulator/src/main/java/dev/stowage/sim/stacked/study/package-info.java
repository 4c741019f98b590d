/**
 * What was published of PIMCloud, made anew on the model. Start at {@link
 * dev.stowage.sim.stacked.study.PimCloudReproduction}. Must not import {@code
 * dev.stowage.sim.cluster}.
 */
@NullMarked
package dev.stowage.sim.stacked.study;

import org.jspecify.annotations.NullMarked;
