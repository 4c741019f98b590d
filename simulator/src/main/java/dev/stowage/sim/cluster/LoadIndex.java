package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.TaskView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The servers that are up in order of (dominant share, number), cut into blocks with a {@link
 * PackedFree} word: the most and the least loaded server that fits, ties to the lowest number.
 *
 * <p>Hot: a sorted list of blocks of at most {@value #BLOCK} servers, all in primitive arrays; what
 * is searched block by block lies in order of the blocks. An update is two binary searches and two
 * short moves. A query passes over the blocks whose bounds rule them out, one comparison each, and
 * looks into the others; bounds that turn out too high (an update never lowers them) are tightened
 * on the way. Guarded by {@code PlacementBenchmark}.
 */
final class LoadIndex {
    private static final int BLOCK = 64;

    private final PackedFree packing;
    private final Cluster cluster;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private final long[] shareOf; // by server: bits of its share, as indexed

    // by block
    private long[] shares = new long[0];
    private int[] ids = new int[0];
    private int[] sizes = new int[0];
    private int usedBlocks;
    private int[] freeBlocks = new int[0];
    private int freeBlockCount;

    // by rank of a block
    private int[] blockAt = new int[0];
    private long[] firstShare = new long[0];
    private int[] firstId = new int[0];
    private long[] boundsAt = new long[0];
    private int ranks;

    private @Nullable TaskView demanding; // the task of the search under way

    /** An empty index; the columns are shared with the cluster. */
    LoadIndex(PackedFree packing, Cluster cluster, ServerColumns columns) {
        this.packing = packing;
        this.cluster = cluster;
        freeMicroCores = columns.freeMicroCores();
        freeBytes = columns.freeBytes();
        shareOf = new long[freeMicroCores.length];
    }

    // --- updates ---

    /** Adds a server that is not in the index; its free columns are as they are from now on. */
    void add(int server, double share) {
        long bits = Double.doubleToRawLongBits(share); // shares are not negative: same order
        shareOf[server] = bits;
        if (ranks == 0) {
            insertRank(0);
        }
        int rank = Math.max(0, rankOf(bits, server));
        int block = blockAt[rank];
        int size = sizes[block];
        if (size == BLOCK) {
            split(rank);
            if (!isLess(bits, server, firstShare[rank + 1], firstId[rank + 1])) {
                rank++;
                block = blockAt[rank];
            }
            size = sizes[block];
        }
        int base = block * BLOCK;
        int place = lowerBound(base, size, bits, server);
        System.arraycopy(shares, place, shares, place + 1, base + size - place);
        System.arraycopy(ids, place, ids, place + 1, base + size - place);
        shares[place] = bits;
        ids[place] = server;
        sizes[block] = size + 1;
        if (place == base) {
            firstShare[rank] = bits;
            firstId[rank] = server;
        }
        raise(rank, server);
    }

    /** Takes a server out. */
    void remove(int server) {
        long bits = shareOf[server];
        int rank = rankOf(bits, server);
        int block = blockAt[rank];
        int base = block * BLOCK;
        int size = sizes[block] - 1;
        int place = lowerBound(base, size + 1, bits, server);
        System.arraycopy(shares, place + 1, shares, place, base + size - place);
        System.arraycopy(ids, place + 1, ids, place, base + size - place);
        sizes[block] = size;
        if (size == 0) {
            removeRank(rank);
        } else if (place == base) {
            firstShare[rank] = shares[base];
            firstId[rank] = ids[base];
        }
        if (size > 0 && size < BLOCK / 4 && rank + 1 < ranks) {
            mergeWithNext(rank);
        }
    }

    private void raise(int rank, int server) {
        long word = packing.of(freeMicroCores[server], freeBytes[server]);
        boundsAt[rank] = PackedFree.max(boundsAt[rank], word);
    }

    private void tighten(int rank) {
        boundsAt[rank] = PackedFree.NOTHING;
        int base = blockAt[rank] * BLOCK;
        for (int i = base; i < base + sizes[blockAt[rank]]; i++) {
            raise(rank, ids[i]);
        }
    }

    private void split(int rank) {
        insertRank(rank + 1);
        int from = blockAt[rank];
        int to = blockAt[rank + 1];
        int kept = BLOCK / 2;
        System.arraycopy(shares, from * BLOCK + kept, shares, to * BLOCK, BLOCK - kept);
        System.arraycopy(ids, from * BLOCK + kept, ids, to * BLOCK, BLOCK - kept);
        sizes[from] = kept;
        sizes[to] = BLOCK - kept;
        firstShare[rank + 1] = shares[to * BLOCK];
        firstId[rank + 1] = ids[to * BLOCK];
        tighten(rank);
        tighten(rank + 1);
    }

    private void mergeWithNext(int rank) {
        int to = blockAt[rank];
        int from = blockAt[rank + 1];
        if (sizes[to] + sizes[from] > BLOCK * 3 / 4) {
            return;
        }
        System.arraycopy(shares, from * BLOCK, shares, to * BLOCK + sizes[to], sizes[from]);
        System.arraycopy(ids, from * BLOCK, ids, to * BLOCK + sizes[to], sizes[from]);
        sizes[to] += sizes[from];
        sizes[from] = 0;
        removeRank(rank + 1);
        tighten(rank);
    }

    private void insertRank(int rank) {
        if (ranks == blockAt.length) {
            int length = Math.max(8, ranks * 2);
            blockAt = Arrays.copyOf(blockAt, length);
            firstShare = Arrays.copyOf(firstShare, length);
            firstId = Arrays.copyOf(firstId, length);
            boundsAt = Arrays.copyOf(boundsAt, length);
        }
        int tail = ranks - rank;
        System.arraycopy(blockAt, rank, blockAt, rank + 1, tail);
        System.arraycopy(firstShare, rank, firstShare, rank + 1, tail);
        System.arraycopy(firstId, rank, firstId, rank + 1, tail);
        System.arraycopy(boundsAt, rank, boundsAt, (rank + 1), tail);
        ranks++;
        blockAt[rank] = newBlock();
        boundsAt[rank] = PackedFree.NOTHING;
    }

    private void removeRank(int rank) {
        freeBlocks[freeBlockCount++] = blockAt[rank];
        int tail = --ranks - rank;
        System.arraycopy(blockAt, rank + 1, blockAt, rank, tail);
        System.arraycopy(firstShare, rank + 1, firstShare, rank, tail);
        System.arraycopy(firstId, rank + 1, firstId, rank, tail);
        System.arraycopy(boundsAt, (rank + 1), boundsAt, rank, tail);
    }

    private int newBlock() {
        if (freeBlockCount > 0) {
            return freeBlocks[--freeBlockCount];
        }
        if (usedBlocks == sizes.length) {
            int length = Math.max(8, usedBlocks * 2);
            shares = Arrays.copyOf(shares, length * BLOCK);
            ids = Arrays.copyOf(ids, length * BLOCK);
            sizes = Arrays.copyOf(sizes, length);
            freeBlocks = Arrays.copyOf(freeBlocks, length);
        }
        return usedBlocks++;
    }

    // --- searches in order ---

    private static boolean isLess(long share, int id, long otherShare, int otherId) {
        return share < otherShare || (share == otherShare && id < otherId);
    }

    /** The last rank whose first entry is at most (share, id); -1 if there is none. */
    private int rankOf(long share, int id) {
        int rank = -1;
        int length = ranks;
        while (length > 0) { // no unpredictable branch: a conditional move
            int half = (length + 1) >>> 1;
            rank = firstShare[rank + half] <= share ? rank + half : rank;
            length -= half;
        }
        boolean isTiedAfter = rank >= 0 && firstShare[rank] == share && firstId[rank] > id;
        return isTiedAfter ? rankOfTied(share, id, rank) : rank;
    }

    private int rankOfTied(long share, int id, int limit) {
        int low = 0;
        int high = limit;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isLess(share, id, firstShare[middle], firstId[middle])) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low - 1;
    }

    /** The first place of the block at {@code base} whose entry is at least (share, id). */
    private int lowerBound(int base, int size, long share, int id) {
        int place = base - 1;
        int length = size;
        while (length > 0) {
            int half = (length + 1) >>> 1;
            place = shares[place + half] < share ? place + half : place;
            length -= half;
        }
        place++;
        while (place < base + size && shares[place] == share && ids[place] < id) {
            place++;
        }
        return place;
    }

    // --- queries ---

    /**
     * The least loaded server that has this free, or {@link ClusterView#NONE}.
     *
     * @param task that asks for more than CPU and memory, else null
     */
    int least(long cpuMicroCores, long memoryBytes, @Nullable TaskView task) {
        demanding = task;
        return firstFrom(0, 0, cpuMicroCores, memoryBytes);
    }

    /** The first server at or after (share, lowest number) that has this free. */
    private int firstFrom(int fromRank, long fromShare, long cpuMicroCores, long memoryBytes) {
        long wanted = packing.of(cpuMicroCores, memoryBytes);
        for (int rank = fromRank; rank < ranks; rank++) {
            if (PackedFree.lacking(boundsAt[rank], wanted) == 0) {
                int base = blockAt[rank] * BLOCK;
                int end = base + sizes[blockAt[rank]];
                for (int i = base; i < end; i++) {
                    if (shares[i] >= fromShare && has(ids[i], cpuMicroCores, memoryBytes)) {
                        return ids[i];
                    }
                }
                tighten(rank);
            }
        }
        return ClusterView.NONE;
    }

    /**
     * The most loaded server that has this free, or {@link ClusterView#NONE}.
     *
     * @param highestShare no server with a larger share has it
     * @param task that asks for more than CPU and memory, else null
     */
    int most(long cpuMicroCores, long memoryBytes, double highestShare, @Nullable TaskView task) {
        demanding = task;
        long wanted = packing.of(cpuMicroCores, memoryBytes);
        long limit = Double.doubleToRawLongBits(Math.max(0, highestShare));
        for (int rank = rankOf(limit, Integer.MAX_VALUE); rank >= 0; rank--) {
            if (PackedFree.lacking(boundsAt[rank], wanted) == 0) {
                int base = blockAt[rank] * BLOCK;
                for (int i = base + sizes[blockAt[rank]] - 1; i >= base; i--) {
                    if (has(ids[i], cpuMicroCores, memoryBytes)) {
                        boolean isTied = i == base || shares[i - 1] == shares[i];
                        return isTied ? lowestOfShare(i, cpuMicroCores, memoryBytes) : ids[i];
                    }
                }
                tighten(rank);
            }
        }
        return ClusterView.NONE;
    }

    /**
     * The lowest-numbered server that fits among those with the share of the entry at {@code i}.
     */
    private int lowestOfShare(int i, long cpuMicroCores, long memoryBytes) {
        long share = shares[i];
        return firstFrom(Math.max(0, rankOf(share, -1)), share, cpuMicroCores, memoryBytes);
    }

    private boolean has(int server, long cpuMicroCores, long memoryBytes) {
        return freeMicroCores[server] >= cpuMicroCores
                && freeBytes[server] >= memoryBytes
                && (demanding == null || cluster.accepts(server, demanding));
    }
}
