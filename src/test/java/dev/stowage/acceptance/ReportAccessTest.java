package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.stowage.report.ReportPage;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reports for everyone: no finding of axe-core against WCAG 2.2 AA, text that contrasts with what
 * is behind it (1.4.3: 4.5 to 1, large text 3 to 1), and nothing that scrolls but the keyboard
 * can't reach. In a real browser, at three widths, light and dark.
 */
class ReportAccessTest {
    /** Every text of the page that is too faint: its words, ratio and colours. */
    private static final String FAINT =
            """
            (() => {
              const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
              const known = new Map();
              const rgba = colour => {
                if (!known.has(colour)) { known.set(colour, drawn(colour)); }
                return known.get(colour);
              };
              const drawn = colour => {
                canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
                const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255];
              };
              const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
              const behind = node => {
                if (!node) { return [255, 255, 255, 1]; }
                const own = rgba(getComputedStyle(node).backgroundColor);
                return own[3] >= 1 ? own : over(own, behind(node.parentElement));
              };
              const light = c => {
                const v = c.slice(0, 3).map(x => x / 255).map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
                return .2126 * v[0] + .7152 * v[1] + .0722 * v[2];
              };
              const faint = [];
              for (const node of document.body.querySelectorAll('*')) {
                const text = [...node.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent.trim()).join('');
                if (!text || node.closest('svg, script, style, .skip') || !node.getClientRects().length) { continue; }
                const style = getComputedStyle(node);
                const under = behind(node);
                const a = light(over(rgba(style.color), under)) + .05, b = light(under) + .05;
                const ratio = Math.max(a, b) / Math.min(a, b);
                const size = parseFloat(style.fontSize);
                const least = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
                if (ratio < least - .01) { faint.push(text.slice(0, 30) + ' ' + ratio.toFixed(2)); }
              }
              return faint;
            })()
            """;

    /** Every box that scrolls and can't have the focus, or has no name. */
    private static final String UNREACHABLE =
            """
            [...document.body.querySelectorAll('*')].filter(box =>
                (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
                && /auto|scroll/.test(getComputedStyle(box).overflowX + getComputedStyle(box).overflowY)
                && !(box.tabIndex >= 0 && box.getAttribute('aria-label'))).map(box => box.outerHTML.slice(0, 80))
            """;

    /** What axe-core finds by some of its rules, once its script is on the page. */
    private static final String AXE =
            """
            (async () => {
              const rules = {%s, resultTypes: ['violations'], preload: false, selectors: false};
              const result = await axe.run(document, rules);
              return result.violations.map(v => v.id + ' x' + v.nodes.length + ': ' + v.nodes[0].html.slice(0, 120));
            })()
            """;

    /** WCAG 2.2 AA. */
    private static final String ALL_RULES =
            "runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',"
                    + " 'wcag22aa']}";

    private static final String CONTRAST = "runOnly: ['color-contrast']";
    private static final String ALL_BUT_CONTRAST =
            ALL_RULES + ", rules: {'color-contrast': {enabled: false}}";

    /** What a reader of a sweep can choose does something. */
    private static final String PIVOT =
            """
            (() => {
              const cells = () => document.querySelector('#pivot tbody').innerText;
              const before = cells();
              const rows = document.querySelectorAll('#pivot tbody tr').length;
              const select = document.querySelector('#pivot-choices select');
              select.value = 1; select.dispatchEvent(new Event('change'));
              const front = document.querySelectorAll('#front tbody tr').length;
              return [rows, cells() !== before, front > 0, !!document.querySelector('#pareto svg')];
            })()
            """;

    private static final String CUT_OFF =
            "(box => box.scrollWidth - box.clientWidth)"
                    + "(document.querySelector('#ranking .scroll, .scroll'))";

    /** Browsers that look at pages side by side, while others are made. */
    private static final int BROWSERS = 2;

    @TempDir private Path directory;

    @Test
    void readsAndScrollsAtEveryWidthInLightAndDark() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "skipped: no Chromium on the path");
        BlockingQueue<Chromium> browsers = new ArrayBlockingQueue<>(BROWSERS);
        ExecutorService readers = Executors.newFixedThreadPool(BROWSERS);
        Set<String> makers = new TreeSet<>();
        List<Future<?>> looks = new ArrayList<>();
        try {
            for (int i = 0; i < BROWSERS; i++) {
                browsers.add(Chromium.start(Chromium.program().orElseThrow()));
            }
            looks.add(readers.submit(with(browsers, this::assertNoticesWhatIsWrong)));
            ReportPages.make(
                    directory,
                    (name, page) -> {
                        makers.add(page.maker().getName());
                        Look look = chromium -> look(chromium, name, page.file());
                        looks.add(readers.submit(with(browsers, look)));
                    });
            assertThat(makers)
                    .as("classes that make a page, and those whose page is here")
                    .isEqualTo(makers());
            for (Future<?> look : looks) {
                look.get();
            }
        } finally {
            readers.shutdownNow();
            assertThat(readers.awaitTermination(1, TimeUnit.MINUTES)).as("ended").isTrue();
            for (Chromium browser : browsers) {
                browser.close();
            }
        }
    }

    /** Something to look at in a browser. */
    private interface Look {
        void in(Chromium chromium) throws Exception;
    }

    private static Callable<Void> with(BlockingQueue<Chromium> browsers, Look look) {
        return () -> {
            Chromium chromium = browsers.take();
            try {
                look.in(chromium);
            } finally {
                browsers.add(chromium);
            }
            return null;
        };
    }

    /**
     * Looks at a page at every width, in light and dark. Colours alone differ between light and
     * dark, and text has the same colours at every width: axe-core's rule of contrast, three
     * quarters of its time, is asked once in each, {@link #FAINT} at every width.
     */
    private static void look(Chromium chromium, String name, Path file) throws Exception {
        for (int width : new int[] {420, 1024, 1400}) {
            String size = name + " at " + width + " px, ";
            chromium.resize(width, 900);
            chromium.emulate("light", "");
            chromium.open(file.toUri());
            looksRight(chromium, size + "light");
            assertThat(axe(chromium, width == 1400 ? ALL_RULES : ALL_BUT_CONTRAST))
                    .as("axe-core in " + size + "light")
                    .isEmpty();
            chromium.emulate("dark", "");
            if (width == 1400) {
                chromium.open(file.toUri());
            }
            looksRight(chromium, size + "dark");
        }
        assertThat(axe(chromium, CONTRAST)).as("axe-core in " + name + ", dark").isEmpty();
        if (name.equals("sweep")) {
            assertThat(chromium.evaluate(PIVOT).toString())
                    .as("rows of the pivot, and of another figure; points and their front")
                    .isEqualTo("[16,true,true,true]");
        }
        if (name.equals("cloud")) {
            assertThat(chromium.evaluate(CUT_OFF).asInt())
                    .as("pixels of the ranking cut off at 1400 px")
                    .isLessThanOrEqualTo(1);
        }
    }

    private static void looksRight(Chromium chromium, String where) throws Exception {
        keep(chromium, where);
        assertThat(chromium.evaluate(FAINT)).as("faint in " + where).isEmpty();
        assertThat(chromium.evaluate(UNREACHABLE)).as("unreachable in " + where).isEmpty();
    }

    /** The classes that render a page, as the compiled program has them. */
    private static Set<String> makers() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.stowage")
                        .stream()
                        .filter(
                                type ->
                                        type.getMethodCallsFromSelf().stream()
                                                .anyMatch(ReportAccessTest::isRender))
                        .map(JavaClass::getName)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isRender(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(ReportPage.class)
                && call.getName().equals("render");
    }

    /** A picture for a person to look at, if {@code -Dstowage.screenshots=FOLDER} asks for it. */
    private static void keep(Chromium chromium, String name) throws Exception {
        String folder = System.getProperty("stowage.screenshots");
        if (folder != null) {
            Files.createDirectories(Path.of(folder));
            Path file = Path.of(folder, name.replace(" px,", "").replace(' ', '-') + ".png");
            Files.write(file, chromium.screenshot());
        }
    }

    private void assertNoticesWhatIsWrong(Chromium chromium) throws Exception {
        String page =
                "<p style='color:#aaa;background:#fff'>faint</p><p>plain</p><div"
                        + " style='overflow:auto;width:9px;height:9px;background:#fff'>cut off</div>";
        chromium.open(Files.writeString(directory.resolve("bad.html"), page).toUri());
        assertThat(chromium.evaluate(FAINT).toString()).contains("faint").doesNotContain("plain");
        assertThat(chromium.evaluate(UNREACHABLE)).hasSize(1);
        assertThat(axe(chromium, ALL_RULES).toString()).contains("color-contrast", "html-has-lang");
        assertThat(axe(chromium, CONTRAST).toString()).contains("color-contrast");
        assertThat(axe(chromium, ALL_BUT_CONTRAST).toString())
                .contains("html-has-lang")
                .doesNotContain("color-contrast");
    }

    private static JsonNode axe(Chromium chromium, String rules) throws Exception {
        try (InputStream script = ReportAccessTest.class.getResourceAsStream("/axe.min.js")) {
            assertThat(script).as("axe.min.js on the class path").isNotNull();
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            chromium.evaluate("(() => {" + text + "\n})(); 1");
        }
        return chromium.evaluate(AXE.formatted(rules));
    }
}
