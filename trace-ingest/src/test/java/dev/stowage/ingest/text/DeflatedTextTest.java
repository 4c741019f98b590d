package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against zlib, which is the oracle: the same text, or the same words for the damage. */
final class DeflatedTextTest {
    private static final int FIXED = 1;

    /** Texts of all sorts: random, of few different bytes, repeating from near and far, of rows. */
    private static byte[] text(Random random) {
        byte[] text =
                new byte[random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(150_000)];
        int different = 1 << random.nextInt(9);
        int repeats = random.nextInt(3);
        int at = 0;
        while (at < text.length) {
            int length = Math.min(text.length - at, 1 + random.nextInt(1 << random.nextInt(10)));
            if (at > 0 && random.nextInt(3) < repeats) {
                int back = 1 + random.nextInt(Math.min(at, 2 << random.nextInt(15)));
                for (int i = at; i < at + length; i++) {
                    text[i] = text[i - back];
                }
            } else {
                for (int i = at; i < at + length; i++) {
                    text[i] = (byte) (32 + random.nextInt(different));
                }
            }
            at += length;
        }
        return text;
    }

    /** Deflated at a random level and strategy, flushed here and there, with bytes behind. */
    private static byte[] deflated(byte[] text, Random random) {
        Deflater deflater = new Deflater(random.nextInt(11) - 1, true);
        deflater.setStrategy(random.nextInt(3));
        byte[] data = new byte[2 * text.length + 70_000];
        int length = 0;
        int pieces = 1 + random.nextInt(3);
        for (int piece = 0; piece < pieces; piece++) {
            int from = (int) ((long) text.length * piece / pieces);
            int to = (int) ((long) text.length * (piece + 1) / pieces);
            deflater.setInput(text, from, to - from);
            int flush = random.nextBoolean() ? Deflater.SYNC_FLUSH : Deflater.NO_FLUSH;
            while (!deflater.needsInput()) {
                length += deflater.deflate(data, length, data.length - length, flush);
            }
        }
        deflater.finish();
        while (!deflater.finished()) {
            length += deflater.deflate(data, length, data.length - length);
        }
        deflater.end();
        return Arrays.copyOf(data, length + random.nextInt(3) * 5);
    }

    private static int most(Random random) {
        return 1 << random.nextInt(19);
    }

    @Property(tries = 300)
    void inflatesWhateverZlibDeflates(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] text = text(random);
        byte[] data = deflated(text, random);
        Inflated ours = Inflated.byUs(data, random, most(random), most(random));
        assertThat(ours.damage()).isNull();
        assertThat(Arrays.equals(ours.text(), text)).isTrue();
        Inflated.byZlib(data).assertSame(ours, "seed " + seed);
    }

    @Property(tries = 2000)
    void takesAndRefusesChangedBitsAsZlibDoes(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = deflated(Arrays.copyOf(text(random), random.nextInt(3000)), random);
        int changes = 1 + random.nextInt(3);
        int head = random.nextBoolean() ? data.length : Math.min(data.length, 100);
        for (int i = 0; i < changes; i++) {
            data[random.nextInt(head)] ^= (byte) (1 << random.nextInt(8));
        }
        same(data, random, "seed " + seed);
    }

    @Property(tries = 2000)
    void takesAndRefusesAnyBytesAsZlibDoes(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = new byte[random.nextInt(300)];
        random.nextBytes(data);
        if (data.length > 0 && random.nextBoolean()) {
            data[0] = (byte) ((data[0] & ~6) | 4); // a block with codes of its own
        }
        same(data, random, "seed " + seed);
    }

    private static Inflated same(byte[] data, Random random, String what) {
        Inflated ours = Inflated.byUs(data, random, most(random), most(random));
        Inflated.byZlib(data).assertSame(ours, what);
        return ours;
    }

    @Property(tries = 60)
    void decodesCodesOfUpToFifteenBits(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] lengths = randomCode(random, 286, 256, random.nextInt(256)); // some literal
        byte[] distances = randomCode(random, 30, random.nextInt(30));
        DeflateWriter writer = new DeflateWriter().dynamic(lengths, distances);
        int written = 0;
        while (written < 40_000) {
            int symbol = random.nextInt(286);
            int far = random.nextInt(30);
            if (lengths[symbol] == 0 || symbol == 256) {
                continue;
            }
            if (symbol < 256) {
                writer.symbol(lengths, symbol);
                written++;
            } else if (distances[far] > 0 && written >= 2 << (far / 2)) {
                writer.symbol(lengths, symbol).bits(random.nextInt(), extra(symbol - 257, 8));
                writer.symbol(distances, far).bits(random.nextInt(), extra(far, 4));
                written += 3;
            }
        }
        Inflated ours = same(writer.symbol(lengths, 256).toBytes(), random, "seed " + seed);
        assertThat(ours.damage()).isNull();
    }

    /** Bits behind a symbol of lengths (in groups of 4) or distances (of 2). */
    private static int extra(int symbol, int firstWithout) {
        int group = firstWithout / 2;
        return symbol < group || (symbol == 28 && group == 4) ? 0 : symbol / group - 1;
    }

    /**
     * Lengths of a code that is complete, by splitting one of its codes again and again.
     *
     * @param always symbols that have a code, at most two
     */
    private static byte[] randomCode(Random random, int symbols, int... always) {
        int used = 2 + random.nextInt(symbols - 1);
        int[] codes = new int[used];
        codes[0] = 1;
        codes[1] = 1;
        for (int n = 2; n < used; n++) {
            int split = random.nextInt(4) == 0 ? n - 1 : random.nextInt(n);
            while (codes[split] == 15) {
                split = (split + 1) % n;
            }
            codes[n] = ++codes[split];
        }
        byte[] bits = new byte[symbols];
        for (int n = 0; n < used; n++) {
            int at = n < always.length ? always[n] : random.nextInt(symbols);
            while (bits[at] != 0) {
                at = random.nextInt(symbols);
            }
            bits[at] = (byte) codes[n];
        }
        return bits;
    }

    @Test
    void copiesEveryLengthFromEveryDistance() {
        byte[] lengths = DeflateWriter.fixedLengths();
        byte[] distances = DeflateWriter.fixedDistances();
        Random random = new Random(5);
        DeflateWriter writer = new DeflateWriter().header(true, FIXED);
        for (int i = 0; i < 1 << 15; i++) {
            writer.symbol(lengths, random.nextInt(256));
        }
        for (int i = 0; i < 1 << 15; i++) {
            writer.match(lengths, distances, 3 + i % 256, 1 + i).symbol(lengths, i & 0xff);
        }
        for (int i = 0; i < 256 * 64; i++) {
            writer.match(lengths, distances, 3 + i % 256, 1 + i / 256).symbol(lengths, i & 0xff);
        }
        byte[] data = writer.symbol(lengths, 256).toBytes();
        Inflated byZlib = Inflated.byZlib(data);
        assertThat(byZlib.damage()).isNull();
        for (int mostOut : new int[] {1 << 20, 1 << 18, 10_000, 300, 7}) {
            byZlib.assertSame(Inflated.byUs(data, random, 1 << 16, mostOut), "out " + mostOut);
        }
        for (int mostIn : new int[] {1, 5, 100}) {
            byZlib.assertSame(Inflated.byUs(data, random, mostIn, 1 << 18), "in " + mostIn);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 32_767, 32_768})
    void refusesDistancesThatReachBehindTheBeginning(int distance) {
        byte[] lengths = DeflateWriter.fixedLengths();
        byte[] distances = DeflateWriter.fixedDistances();
        for (int before : new int[] {distance - 1, distance}) {
            DeflateWriter writer = new DeflateWriter().header(true, FIXED);
            for (int i = 0; i < before; i++) {
                writer.symbol(lengths, 'a');
            }
            writer.match(lengths, distances, 5, distance);
            for (int i = 0; i < 400; i++) {
                writer.symbol(lengths, 'b');
            }
            byte[] data = writer.symbol(lengths, 256).toBytes();
            Inflated ours = same(data, new Random(before), "behind " + before);
            assertThat(ours.damage())
                    .isEqualTo(before < distance ? "invalid distance too far back" : null);
            assertThat(ours.text()).hasSize(before < distance ? before : before + 405);
        }
    }
}
