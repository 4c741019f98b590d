/**
 * Alibaba cluster traces of 2017, 2018 and 2023 (GPUs). Start at {@link
 * dev.stowage.ingest.alibaba.AlibabaAssembly}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.alibaba;

import org.jspecify.annotations.NullMarked;
