package dev.stowage.sim.energy.response;

/** Discrete Fourier transforms of one length, in place. Not safe for several threads. */
final class Fourier {
    private final int size;
    private final double[] cosines;
    private final double[] sines;

    /**
     * @param size a power of 2
     */
    Fourier(int size) {
        if (size < 2 || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("size = " + size + ", expected a power of 2");
        }
        this.size = size;
        cosines = new double[size / 2];
        sines = new double[size / 2];
        for (int i = 0; i < size / 2; i++) {
            cosines[i] = Math.cos(2 * Math.PI * i / size);
            sines[i] = Math.sin(2 * Math.PI * i / size);
        }
    }

    /** Length. */
    int size() {
        return size;
    }

    /** A transform by its angle, from 0 to pi; that of a real series. */
    interface Transform {
        Complex at(double angle);
    }

    /** Sets values on the unit circle; the other half of it has their conjugates. */
    void fill(double[] re, double[] im, Transform transform) {
        for (int k = 0; k <= size / 2; k++) {
            Complex value = transform.at(2 * Math.PI * k / size);
            re[k] = value.re();
            im[k] = value.im();
            if (k > 0) {
                re[size - k] = value.re();
                im[size - k] = -value.im();
            }
        }
    }

    /** {@code sum of x[j] exp(2 pi i j k / size)}: the values of a series on the unit circle. */
    void values(double[] re, double[] im) {
        transform(re, im, 1);
    }

    /** The way back: {@code 1 / size} times the sum with the opposite sign. */
    void coefficients(double[] re, double[] im) {
        transform(re, im, -1);
        for (int i = 0; i < size; i++) {
            re[i] /= size;
            im[i] /= size;
        }
    }

    /** Radix 2, decimation in time. Source: J. Cooley, J. Tukey, Math. Comp. 19, 1965. */
    private void transform(double[] re, double[] im, int sign) {
        reverseBits(re, im);
        for (int half = 1; half < size; half *= 2) {
            int stride = size / (2 * half);
            for (int start = 0; start < size; start += 2 * half) {
                for (int k = 0; k < half; k++) {
                    double cos = cosines[k * stride];
                    double sin = sign * sines[k * stride];
                    int low = start + k;
                    int high = low + half;
                    double real = re[high] * cos - im[high] * sin;
                    double imaginary = re[high] * sin + im[high] * cos;
                    re[high] = re[low] - real;
                    im[high] = im[low] - imaginary;
                    re[low] += real;
                    im[low] += imaginary;
                }
            }
        }
    }

    private void reverseBits(double[] re, double[] im) {
        int shift = Integer.numberOfLeadingZeros(size) + 1;
        for (int i = 0; i < size; i++) {
            int other = Integer.reverse(i) >>> shift;
            if (other > i) {
                double real = re[i];
                re[i] = re[other];
                re[other] = real;
                double imaginary = im[i];
                im[i] = im[other];
                im[other] = imaginary;
            }
        }
    }
}
