/**
 * Services with objectives under several controllers: side by side on the same servers, and the
 * fewest servers on which each keeps them. Start at {@link
 * dev.stowage.workflow.services.ControllerStudy}.
 */
@NullMarked
package dev.stowage.workflow.services;

import org.jspecify.annotations.NullMarked;
