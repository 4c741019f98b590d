package dev.stowage.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The floors of the house, and what each may do; see {@code docs/ARCHITECTURE.md}. */
class FloorsTest {
    private static final String[] CORE = {
        "dev.stowage.basis..",
        "dev.stowage.model..",
        "dev.stowage.stats..",
        "dev.stowage.json..",
        "dev.stowage.workload..",
        "dev.stowage.similarity..",
        "dev.stowage.applications..",
        "dev.stowage.policy..",
        "dev.stowage.plan..",
        "dev.stowage.run..",
        "dev.stowage.study..",
        "dev.stowage.covering..",
        "dev.stowage.packing..",
        "dev.stowage.rightsizing..",
        "dev.stowage.forecast..",
        "dev.stowage.profile..",
        "dev.stowage.isolation..",
        "dev.stowage.tuning.."
    };
    private static final String[] WORKFLOWS = {
        "dev.stowage.words..",
        "dev.stowage.terminal..",
        "dev.stowage.option..",
        "dev.stowage.output..",
        "dev.stowage.scenario..",
        "dev.stowage.workflow..",
        "dev.stowage.push..",
        "dev.stowage.report.."
    };
    private static final String[] CATALOGS = {
        "dev.stowage.catalog..", "dev.stowage.billing..", "dev.stowage.bills.."
    };
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z][A-Za-z]*(?:\\.[A-Z]\\w*)*)`");

    private static JavaClasses product;

    @BeforeAll
    static void readTheClasses() {
        product =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.stowage");
        assertThat(product.size()).as("classes of the product").isGreaterThan(100);
    }

    @Test
    void importsOnlyFromFloorsBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("planner-core")
                .definedBy(CORE)
                .layer("cloud-catalogs")
                .definedBy(CATALOGS)
                .layer("trace-ingest")
                .definedBy("dev.stowage.ingest..")
                .layer("simulator")
                .definedBy("dev.stowage.sim..")
                .layer("workflows")
                .definedBy(WORKFLOWS)
                .layer("cli")
                .definedBy("dev.stowage.cli..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("workflows")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("simulator")
                .mayOnlyBeAccessedByLayers("workflows", "cli")
                .whereLayer("trace-ingest")
                .mayOnlyBeAccessedByLayers("workflows", "cli")
                .whereLayer("cloud-catalogs")
                .mayOnlyBeAccessedByLayers("simulator", "trace-ingest", "workflows", "cli")
                .check(product);
    }

    @Test
    void hasNoRoomOutsideTheFloors() {
        classes()
                .should()
                .resideInAnyPackage(
                        Stream.of(
                                        Stream.of(CORE),
                                        Stream.of(CATALOGS),
                                        Stream.of(WORKFLOWS),
                                        Stream.of(
                                                "dev.stowage.ingest..",
                                                "dev.stowage.sim..",
                                                "dev.stowage.cli.."))
                                .flatMap(names -> names)
                                .toArray(String[]::new))
                .check(product);
    }

    @Test
    void letsTheVocabularyKnowNothingElse() {
        noClasses()
                .that()
                .resideInAPackage("dev.stowage.model..")
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "are elsewhere in the product",
                                type ->
                                        type.getPackageName().startsWith("dev.stowage")
                                                && !type.getPackageName()
                                                        .startsWith("dev.stowage.model")
                                                && !type.getPackageName()
                                                        .equals("dev.stowage.basis")))
                .check(product);
    }

    @Test
    void asksTheModelOfANodeOnlyInTheOracle() {
        noClasses()
                .that()
                .resideInAPackage("dev.stowage.policy.node..")
                .and()
                .doNotHaveSimpleName("ComingInterval")
                .should()
                .callMethod(NodeModel.class, "latencyOverTarget", int.class, Allocation.class)
                .orShould()
                .callMethod(NodeModel.class, "load", int.class)
                .check(product);
        classes()
                .that()
                .haveSimpleName("ComingInterval")
                .should()
                .onlyHaveDependentClassesThat()
                .haveNameMatching(".*\\.node\\.(ComingInterval|Oracle|DivisionSearch|PoolSearch)")
                .check(product);
    }

    @Test
    void printsAndExitsOnlyInTheCommandLine() {
        outsideTheCommandLine(GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.stowage.cli..")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(product);
    }

    @Test
    void exitsInOnePlace() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.stowage.cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .check(product);
    }

    @Test
    void parsesArgumentsOnlyInTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.stowage.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "me.tongfei..", "ch.qos.logback..")
                .check(product);
    }

    @Test
    void keepsParquetInTheIngest() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.stowage.ingest..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.parquet..", "org.apache.hadoop..")
                .check(product);
    }

    @Test
    void hasNoPackageNamedAfterNothing() {
        noClasses()
                .should()
                .resideInAnyPackage(
                        "..util..", "..utils..", "..impl..", "..common..", "..manager..")
                .check(product);
    }

    @Test
    void explainsEveryPackage() throws IOException {
        Set<String> explained;
        try (Stream<Path> files = Files.walk(Path.of(""))) {
            explained =
                    files.filter(file -> file.endsWith("package-info.java"))
                            .map(file -> file.toString().replace('/', '.'))
                            .filter(name -> name.contains(".src.main.java."))
                            .map(name -> name.replaceFirst(".*\\.src\\.main\\.java\\.", ""))
                            .map(name -> name.replace(".package-info.java", ""))
                            .collect(Collectors.toSet());
        }
        Set<String> packages =
                product.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(explained).containsAll(packages);
    }

    @Test
    void namesOnlyTypesThatExistInTheArchitectureDocument() throws IOException {
        Path document = Path.of("docs/ARCHITECTURE.md");
        Set<String> known =
                product.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
        known.addAll(tests());
        assertThat(unknownTypes(Files.readString(document), known))
                .as("types that %s names and the code does not have", document)
                .isEmpty();
    }

    @Test
    void findsATypeThatDoesNotExist() {
        assertThat(unknownTypes("`Workload` and `FluxCompensator`, `dev`", Set.of("Workload")))
                .containsExactly("FluxCompensator");
    }

    private static List<String> tests() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", ""))
                    .toList();
        }
    }

    private static Set<String> unknownTypes(String text, Set<String> known) {
        Set<String> unknown = new TreeSet<>();
        Matcher names = TYPE.matcher(text);
        while (names.find()) {
            List<String> parts = List.of(names.group(1).split("\\.", -1));
            parts.stream().filter(part -> !known.contains(part)).forEach(unknown::add);
        }
        return unknown;
    }

    private static void outsideTheCommandLine(ArchRule rule) {
        JavaClasses others =
                product.that(
                        DescribedPredicate.describe(
                                "outside the command line",
                                type -> !type.getPackageName().startsWith("dev.stowage.cli")));
        rule.check(others);
    }
}
