package dev.stowage.cli;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.option.OptionNames;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stowage completion}: a script by which the shell completes our commands and options. */
@Command(
        name = "completion",
        customSynopsis = "stowage completion SHELL",
        description = "Print the completion script of a shell.",
        footer = {
            "  source <(stowage completion bash)        for this shell",
            "  stowage completion zsh >> ~/.zshrc       for every zsh to come"
        })
final class CompletionCommand implements Callable<Integer> {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Spec private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "SHELL",
            completionCandidates = Shells.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String shell = "";

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.argument(() -> OptionNames.require("SHELL", shell, SHELLS));
        // picocli's script serves both: under zsh it loads bashcompinit
        String script = AutoComplete.bash("stowage", command.root().commandLine());
        common.print(new Script(shell, script), out -> out.print(script));
        return ExitCode.DONE.code();
    }

    /** What {@code --json} prints. */
    record Script(String shell, String script) {}

    /** For help and completion. */
    static final class Shells extends Names.Candidates {
        Shells() {
            super(SHELLS);
        }
    }
}
