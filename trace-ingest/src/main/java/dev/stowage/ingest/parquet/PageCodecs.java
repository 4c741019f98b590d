package dev.stowage.ingest.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Page compression without Hadoop's codecs, which need its native libraries: writes zstd; reads
 * zstd, snappy (the default of many tools), gzip and none.
 */
final class PageCodecs implements CompressionCodecFactory {
    private static final int LEVEL = 3;

    /** Pages are some MiB; a damaged header may claim up to 2 GiB. */
    private static final int MAX_PAGE_BYTES = 256 << 20;

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        if (codec != CompressionCodecName.ZSTD) {
            throw new IllegalArgumentException("codec = " + codec + ", expected ZSTD");
        }
        return new Compressor();
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return switch (codec) {
            case ZSTD -> new Decompressor(PageCodecs::unzstd);
            case SNAPPY -> new Decompressor(PageCodecs::unsnappy);
            case GZIP -> new Decompressor(PageCodecs::ungzip);
            case UNCOMPRESSED -> new Plain();
            default -> throw new UnsupportedCodecException(codec);
        };
    }

    @Override
    public void release() {
        // compressors and decompressors are closed by those who asked for them
    }

    /** The file uses a compression that this product neither writes nor reads. */
    static final class UnsupportedCodecException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnsupportedCodecException(CompressionCodecName codec) {
            super(codec.name().toLowerCase(java.util.Locale.ROOT) + " compression");
        }
    }

    private static byte[] array(BytesInput bytes) throws IOException {
        try (InputStream in = bytes.toInputStream()) {
            return in.readAllBytes();
        }
    }

    private static final class Compressor implements BytesInputCompressor {
        private final ZstdCompressCtx context = new ZstdCompressCtx().setLevel(LEVEL);

        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
            return BytesInput.from(context.compress(array(bytes)));
        }

        @Override
        public CompressionCodecName getCodecName() {
            return CompressionCodecName.ZSTD;
        }

        @Override
        public void release() {
            context.close();
        }
    }

    /** Decompresses a whole page from array to array. */
    @FunctionalInterface
    private interface PageDecompressor {
        /** Fills {@code plain} and returns how many bytes there were. */
        long decompress(byte[] compressed, byte[] plain) throws IOException;
    }

    private static long unzstd(byte[] compressed, byte[] plain) throws IOException {
        long size =
                Zstd.decompressByteArray(plain, 0, plain.length, compressed, 0, compressed.length);
        if (Zstd.isError(size)) {
            throw new IOException(new ZstdException(size));
        }
        return size;
    }

    private static long unsnappy(byte[] compressed, byte[] plain) throws IOException {
        int size = Snappy.uncompressedLength(compressed);
        return size == plain.length
                ? Snappy.uncompress(compressed, 0, compressed.length, plain, 0)
                : size;
    }

    private static long ungzip(byte[] compressed, byte[] plain) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            int size = in.readNBytes(plain, 0, plain.length);
            return in.read() < 0 ? size : size + 1L;
        }
    }

    private record Decompressor(PageDecompressor page) implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
            if (size < 0 || size > MAX_PAGE_BYTES) {
                throw new IOException("a page of " + size + " bytes, more than " + MAX_PAGE_BYTES);
            }
            byte[] plain = new byte[size];
            long found = page.decompress(array(bytes), plain);
            if (found != size) {
                throw new IOException("a page of " + found + " bytes instead of " + size);
            }
            return BytesInput.from(plain);
        }

        @Override
        public void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size)
                throws IOException {
            byte[] compressed = new byte[inputSize];
            input.get(compressed);
            output.put(array(decompress(BytesInput.from(compressed), size)));
            output.flip();
        }

        @Override
        public void release() {
            // holds nothing
        }
    }

    private static final class Plain implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput bytes, int size) {
            return bytes;
        }

        @Override
        public void decompress(ByteBuffer input, int inputSize, ByteBuffer output, int size) {
            output.put(input);
            output.flip();
        }

        @Override
        public void release() {
            // holds nothing
        }
    }
}
