/**
 * The report of services with objectives under several controllers, and its answer in words. Start
 * at {@link dev.stowage.report.services.ControllersPage}.
 */
@NullMarked
package dev.stowage.report.services;

import org.jspecify.annotations.NullMarked;
