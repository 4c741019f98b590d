package dev.stowage.ingest.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers of texts that come again and again, from 0 in order of first appearance: an
 * open-addressing table over their bytes with linear probing.
 *
 * <p>Hot: a text that is known already costs no object.
 */
public final class TextIndex {
    private static final int FIRST_SLOTS = 64;

    private byte[][] texts = new byte[FIRST_SLOTS / 2][];
    private int[] hashes = new int[FIRST_SLOTS / 2];
    private int[] slots = new int[FIRST_SLOTS]; // number + 1; 0 = free
    private int size;

    /** Number of different texts. */
    public int size() {
        return size;
    }

    /** The text of a number that {@link #findOrAdd} gave. */
    public String text(int number) {
        return new String(texts[number], StandardCharsets.UTF_8);
    }

    /** The number of a text, or -1. */
    public int find(byte[] bytes, int from, int to) {
        return slots[slot(hash(bytes, from, to), bytes, from, to)] - 1;
    }

    /** The slot that holds the text, or the free one where it belongs. */
    private int slot(int hash, byte[] bytes, int from, int to) {
        int slot = hash & (slots.length - 1);
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash
                    && Arrays.equals(texts[number], 0, texts[number].length, bytes, from, to)) {
                break;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** The number of a text; {@link #size()} before the call if it is new. */
    public int findOrAdd(byte[] bytes, int from, int to) {
        int hash = hash(bytes, from, to);
        int slot = slot(hash, bytes, from, to);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        texts[size] = Arrays.copyOfRange(bytes, from, to);
        hashes[size] = hash;
        slots[slot] = ++size;
        if (size == texts.length) {
            grow();
        }
        return size - 1;
    }

    private void grow() {
        texts = Arrays.copyOf(texts, 2 * size);
        hashes = Arrays.copyOf(hashes, 2 * size);
        slots = new int[4 * size];
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & (slots.length - 1);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = number + 1;
        }
    }

    /** FNV-1a, then the finaliser of MurmurHash3. */
    private static int hash(byte[] bytes, int from, int to) {
        int hash = 0x811c9dc5;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i]) * 0x01000193;
        }
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }
}
