package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Data that no deflater writes: refused with zlib's words, where zlib refuses it. */
final class DamagedDeflateTest {
    private static void assertDamage(byte[] data, String damage) {
        for (int behind : new int[] {0, 1000}) {
            byte[] padded = Arrays.copyOf(data, data.length + behind);
            Inflated ours = Inflated.byUs(padded, new Random(behind), 1 << 16, 1 << 12);
            assertThat(ours.damage()).isEqualTo(damage);
            Inflated.byZlib(padded).assertSame(ours, damage + ", behind it " + behind);
        }
    }

    private static byte[] code(int symbols, int... symbolAndBits) {
        byte[] bits = new byte[symbols];
        for (int i = 0; i < symbolAndBits.length; i += 2) {
            bits[symbolAndBits[i]] = (byte) symbolAndBits[i + 1];
        }
        return bits;
    }

    private static void assertDynamic(byte[] lengths, byte[] distances, String damage) {
        assertDamage(new DeflateWriter().dynamic(lengths, distances).toBytes(), damage);
    }

    @Test
    void refusesWhatNoBlockBeginsWith() {
        assertDamage(new DeflateWriter().header(true, 3).toBytes(), "invalid block type");
        byte[] stored =
                new DeflateWriter().header(true, 0).toNextByte().bits(5, 16).bits(5, 16).toBytes();
        assertDamage(stored, "invalid stored block lengths");
        for (int[] counts : new int[][] {{30, 0}, {31, 0}, {0, 30}, {0, 31}}) {
            byte[] data =
                    new DeflateWriter()
                            .header(true, 2)
                            .bits(counts[0], 5)
                            .bits(counts[1], 5)
                            .bits(0, 4)
                            .toBytes();
            assertDamage(data, "too many length or distance symbols");
        }
    }

    @Test
    void refusesCodesOfCodesThatAreTooManyOrTooFew() {
        for (int bits : new int[] {1, 3}) { // four of one bit; four of three
            DeflateWriter writer =
                    new DeflateWriter().header(true, 2).bits(0, 5).bits(0, 5).bits(0, 4);
            for (int i = 0; i < 4; i++) {
                writer.bits(bits, 3);
            }
            assertDamage(writer.toBytes(), "invalid code lengths set");
        }
        // the only one that there is, and none at all
        DeflateWriter one = new DeflateWriter().header(true, 2).bits(0, 14).bits(1, 3);
        assertDamage(one.bits(0, 9).toBytes(), "invalid code lengths set");
        byte[] none = new DeflateWriter().header(true, 2).bits(0, 14).bits(0, 12).toBytes();
        assertDamage(Arrays.copyOf(none, 100), "invalid code -- missing end-of-block");
    }

    @Test
    void refusesRepeatsOfNothingAndBeyondTheEnd() {
        // codes 16 and 18 of one bit
        DeflateWriter first = new DeflateWriter().header(true, 2).bits(0, 14);
        first.bits(1, 3).bits(0, 3).bits(1, 3).bits(0, 3).bits(0, 3);
        assertDamage(first.toBytes(), "invalid bit length repeat");
        DeflateWriter beyond = new DeflateWriter().header(true, 2).bits(0, 14);
        beyond.bits(1, 3).bits(0, 3).bits(1, 3).bits(0, 3);
        for (int i = 0; i < 2; i++) {
            beyond.bits(1, 1).bits(127, 7);
        }
        assertDamage(beyond.toBytes(), "invalid bit length repeat");
    }

    @Test
    void refusesCodesThatAreTooManyOrTooFew() {
        byte[] two = code(2, 0, 1, 1, 1);
        assertDynamic(code(257, 0, 1, 1, 1, 256, 1), two, "invalid literal/lengths set");
        assertDynamic(code(257, 0, 1, 256, 2), two, "invalid literal/lengths set");
        assertDynamic(code(257, 256, 2), two, "invalid literal/lengths set");
        assertDynamic(code(257, 0, 1, 1, 1), two, "invalid code -- missing end-of-block");
        byte[] lengths = code(258, 0, 1, 256, 2, 257, 2);
        assertDynamic(lengths, code(3, 0, 1, 1, 1, 2, 1), "invalid distances set");
        assertDynamic(lengths, code(2, 0, 1, 1, 2), "invalid distances set");
        assertDynamic(lengths, code(1, 0, 3), "invalid distances set");
    }

    @Test
    void takesTheOnlyCodeOfItsKindAndRefusesItsOpposite() {
        byte[] onlyEnd = code(257, 256, 1);
        DeflateWriter end = new DeflateWriter().dynamic(onlyEnd, code(1)).bits(0, 1);
        assertThat(same(end.toBytes()).damage()).isNull();
        DeflateWriter opposite = new DeflateWriter().dynamic(onlyEnd, code(1)).bits(1, 1);
        assertDamage(opposite.toBytes(), "invalid literal/length code");

        byte[] lengths = code(258, 'a', 1, 256, 2, 257, 2);
        for (byte[] distances : new byte[][] {code(1), code(1, 0, 1)}) {
            DeflateWriter writer = new DeflateWriter().dynamic(lengths, distances);
            writer.symbol(lengths, 'a').symbol(lengths, 257).bits(1, 1);
            assertDamage(writer.toBytes(), "invalid distance code");
        }
        DeflateWriter writer = new DeflateWriter().dynamic(lengths, code(1, 0, 1));
        writer.symbol(lengths, 'a').symbol(lengths, 257).bits(0, 1).symbol(lengths, 256);
        assertThat(same(writer.toBytes()).text()).asString().isEqualTo("aaaa");
    }

    @Test
    void refusesSymbolsThatStandForNothing() {
        byte[] lengths = DeflateWriter.fixedLengths();
        byte[] distances = DeflateWriter.fixedDistances();
        for (int symbol = 286; symbol < 288; symbol++) {
            DeflateWriter writer = new DeflateWriter().header(true, 1).symbol(lengths, 'a');
            assertDamage(writer.symbol(lengths, symbol).toBytes(), "invalid literal/length code");
        }
        for (int symbol = 30; symbol < 32; symbol++) {
            DeflateWriter writer = new DeflateWriter().header(true, 1).symbol(lengths, 'a');
            writer.symbol(lengths, 257).symbol(distances, symbol).bits(0, 7);
            assertDamage(writer.toBytes(), "invalid distance code");
        }
    }

    @Test
    void everyCutIsTold() {
        byte[] lengths = code(286, 'a', 1, 256, 2, 284, 2);
        byte[] distances = code(30, 0, 1, 9, 1);
        DeflateWriter writer = new DeflateWriter().dynamic(lengths, distances);
        for (int i = 0; i < 300; i++) {
            writer.symbol(lengths, 'a');
            if (i > 40) {
                writer.symbol(lengths, 284).bits(i, 5).symbol(distances, 9).bits(i, 3);
            }
        }
        byte[] data = writer.symbol(lengths, 256).toBytes();
        for (int length = 0; length < data.length; length++) {
            assertThat(same(Arrays.copyOf(data, length)).damage()).isEqualTo(Inflated.CUT);
        }
        assertThat(same(data).damage()).isNull();
    }

    private static Inflated same(byte[] data) {
        Inflated ours = Inflated.byUs(data, new Random(data.length), 1 << 16, 1 << 12);
        Inflated.byZlib(data).assertSame(ours, data.length + " bytes");
        return ours;
    }
}
