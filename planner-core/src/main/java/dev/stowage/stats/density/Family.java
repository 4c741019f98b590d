package dev.stowage.stats.density;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.CauchyDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NakagamiDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The families of distributions that a parameter is matched against, in the order in which ties are
 * decided. Each has its shapes, a location and a scale; parametrised as in SciPy.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.
 */
public enum Family {
    NORMAL("normal", ""),
    /** Symmetric on [-1, 1]: {@code (1 - x^2)^(c/2 - 1)}; SciPy's {@code rdist}. */
    R("r", "c"),
    CHI_SQUARED("chi-squared", "df"),
    STUDENT_T("student-t", "df"),
    BETA("beta", "a,b"),
    /** The logarithm is normal with standard deviation {@code sigma}. */
    LOG_NORMAL("log-normal", "sigma"),
    GAMMA("gamma", "a"),
    F("f", "dfn,dfd"),
    EXPONENTIAL("exponential", ""),
    CAUCHY("cauchy", ""),
    LAPLACE("laplace", ""),
    /** The exponential is gamma distributed with shape {@code c}. */
    LOG_GAMMA("log-gamma", "c"),
    CHI("chi", "df");

    private final String spelling;
    private final String shapeNames;

    Family(String spelling, String shapeNames) {
        this.spelling = spelling;
        this.shapeNames = shapeNames;
    }

    /** As model files and reports write it: {@code log-normal}. */
    public String spelling() {
        return spelling;
    }

    /** Names of the shapes in order; empty for a family of location and scale alone. */
    public List<String> shapeNames() {
        return shapeNames.isEmpty() ? List.of() : List.of(shapeNames.split(",", -1));
    }

    /** The family of that spelling, if there is one. */
    public static Optional<Family> parse(String text) {
        for (Family family : values()) {
            if (family.spelling.equals(text.toLowerCase(Locale.ROOT))) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }

    /** The member with location 0 and scale 1. */
    Standard standard(double[] shapes) {
        return switch (this) {
            case NORMAL -> new Standard.Plain(NormalDistribution.of(0, 1));
            case R -> new Standard.Stretched(BetaDistribution.of(0.5 * shapes[0], 0.5 * shapes[0]));
            case CHI_SQUARED -> new Standard.Plain(ChiSquaredDistribution.of(shapes[0]));
            case STUDENT_T -> new Standard.Plain(TDistribution.of(shapes[0]));
            case BETA -> new Standard.Plain(BetaDistribution.of(shapes[0], shapes[1]));
            case LOG_NORMAL -> new Standard.Plain(LogNormalDistribution.of(0, shapes[0]));
            case GAMMA -> new Standard.Plain(GammaDistribution.of(shapes[0], 1));
            case F -> new Standard.Plain(FDistribution.of(shapes[0], shapes[1]));
            case EXPONENTIAL -> new Standard.Plain(ExponentialDistribution.of(1));
            case CAUCHY -> new Standard.Plain(CauchyDistribution.of(0, 1));
            case LAPLACE -> new Standard.Plain(LaplaceDistribution.of(0, 1));
            case LOG_GAMMA -> new Standard.LogGamma(shapes[0]);
            case CHI -> new Standard.Plain(NakagamiDistribution.of(0.5 * shapes[0], shapes[0]));
        };
    }
}
