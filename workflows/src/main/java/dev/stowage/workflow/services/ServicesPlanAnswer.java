package dev.stowage.workflow.services;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * The fewest servers for services with objectives, under several controllers.
 *
 * @param name of the services
 * @param violatedShare that each service may have
 * @param server the kind of server, in words
 * @param seed root of all random numbers
 * @param plans one a controller, in the order asked for
 * @param notes what a person should know, one sentence each
 */
public record ServicesPlanAnswer(
        String name,
        double violatedShare,
        String server,
        long seed,
        List<ServicesPlan> plans,
        List<String> notes) {
    /** Name of the file in a directory of such an answer. */
    public static final String FILE = "fewest-servers.json";

    public ServicesPlanAnswer {
        plans = List.copyOf(plans);
        notes = List.copyOf(notes);
    }

    /** True if every controller keeps the objectives on some number. */
    @JsonIgnore
    public boolean isMet() {
        return plans.stream().allMatch(each -> each.found().isMet());
    }

    /** A controller without its parameters, unless another one here has the same name. */
    public String label(ServicesPlan plan) {
        long alike = plans.stream().filter(each -> each.plain().equals(plan.plain())).count();
        return alike == 1 ? plan.plain() : plan.controller();
    }
}
