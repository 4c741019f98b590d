/**
 * The books of a Slurm cluster: {@code sacct} and {@code scontrol show nodes}. Start at {@link
 * dev.stowage.ingest.slurm.SlurmFormat}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.slurm;

import org.jspecify.annotations.NullMarked;
