package dev.stowage.cli.session;

import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.export.ExportFormats;
import dev.stowage.model.TaskColumn;
import dev.stowage.option.OptionNames;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.UsageModels;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The names that options and arguments take, from the registries, for help and completion. */
public final class Names {
    private Names() {}

    /** What an option or argument may be. */
    public abstract static class Candidates implements Iterable<String> {
        private final Collection<String> names;

        public Candidates(Collection<String> names) {
            this.names = names;
        }

        @Override
        public final Iterator<String> iterator() {
            return names.iterator();
        }
    }

    public static final class Placement extends Candidates {
        Placement() {
            super(PlacementPolicies.registry().names());
        }

        public static PolicySpec parse(String text) {
            return OptionNames.policy("--placement", text, PlacementPolicies.registry());
        }
    }

    public static final class Admission extends Candidates {
        Admission() {
            super(AdmissionPolicies.registry().names());
        }

        public static PolicySpec parse(String text) {
            return OptionNames.policy("--admission", text, AdmissionPolicies.registry());
        }
    }

    public static final class Column extends Candidates {
        private static final String NONE = "none";

        Column() {
            super(labels());
        }

        private static List<String> labels() {
            return Stream.concat(TaskColumn.labels().stream(), Stream.of(NONE)).toList();
        }

        public static Set<TaskColumn> parse(String list) {
            Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);
            if (list.equals(NONE)) {
                return columns;
            }
            for (String label : list.split(",", -1)) {
                String known = OptionNames.require("--columns", label.strip(), TaskColumn.labels());
                TaskColumn.find(known).ifPresent(columns::add);
            }
            return columns;
        }
    }

    public static final class Queue extends Candidates {
        Queue() {
            super(QueueDisciplines.registry().names());
        }

        public static PolicySpec parse(String text) {
            return OptionNames.policy("--queue", text, QueueDisciplines.registry());
        }
    }

    public static final class Fidelities extends Candidates {
        Fidelities() {
            super(Fidelity.Mode.names());
        }
    }

    /** Any percentile will do; these are the usual ones. */
    public static final class Reserves extends Candidates {
        Reserves() {
            super(List.of("request", "usage", "usage-p50", "usage-p90", "usage-p95", "usage-p99"));
        }
    }

    public static final class Usage extends Candidates {
        Usage() {
            super(UsageModels.registry().names());
        }
    }

    public static final class Oom extends Candidates {
        Oom() {
            super(OutOfMemory.registry().names());
        }
    }

    /** Stands for the format that the inputs turn out to be of. */
    public static final String AUTO = "auto";

    /** What may be given as the format of an ingest. */
    public static List<String> formats() {
        return Stream.concat(Stream.of(AUTO), TraceFormats.registry().keySet().stream()).toList();
    }

    public static final class Exports extends Candidates {
        Exports() {
            super(ExportFormats.registry().keySet());
        }
    }

    public static final class Formats extends Candidates {
        Formats() {
            super(formats());
        }
    }

    static final class Generator extends Candidates {
        Generator() {
            super(Generators.names());
        }
    }

    public static final class Models extends Candidates {
        Models() {
            super(WorkloadModels.builtIn());
        }
    }
}
