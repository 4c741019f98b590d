package dev.stowage.sim.energy.response;

/** A complex number. */
record Complex(double re, double im) {
    static Complex polar(double logRadius, double angle) {
        double radius = Math.exp(logRadius);
        return new Complex(radius * Math.cos(angle), radius * Math.sin(angle));
    }

    Complex plus(Complex other) {
        return new Complex(re + other.re, im + other.im);
    }

    Complex plus(double other) {
        return new Complex(re + other, im);
    }

    Complex times(double factor) {
        return new Complex(factor * re, factor * im);
    }

    Complex times(Complex other) {
        return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
    }

    Complex over(Complex other) {
        double norm = other.re * other.re + other.im * other.im;
        return new Complex(
                (re * other.re + im * other.im) / norm, (im * other.re - re * other.im) / norm);
    }

    double norm() {
        return Math.hypot(re, im);
    }

    /** The principal logarithm. */
    Complex log() {
        return new Complex(Math.log(norm()), Math.atan2(im, re));
    }

    Complex exp() {
        return polar(re, im);
    }
}
