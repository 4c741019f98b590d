# A Homebrew formula; the build fills in version, address and checksum (packages/src/Listings.java).
# The archive holds a Java runtime for Linux, which Homebrew's own stands in for.
class Stowage < Formula
  desc "Offline capacity planner and trace-driven simulator for servers and clouds"
  homepage "@BASE@"
  url "@BASE@/stowage-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "openjdk@17"

  def install
    rm_r "runtime"
    libexec.install "lib/stowage.jar"
    bin.write_jar_script libexec/"stowage.jar", "stowage", java_version: "17"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/stowage"
    pkgshare.install "examples"
  end

  test do
    assert_equal "stowage @VERSION@", shell_output("#{bin}/stowage --version").strip
    system bin/"stowage", "plan", pkgshare/"examples/night-batch.yaml", "-o", testpath/"night.plan"
    assert_path_exists testpath/"night.plan/report.html"
  end
end
