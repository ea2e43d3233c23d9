# SPDX-License-Identifier: MIT
# mbsbench on Debian 12, with the packages of packages.txt that each use needs and no others.
#
#   docker build --tag mbsbench .
#   docker run --rm --volume "$PWD/results:/mbsbench/build/results" mbsbench               # ./dev bench
#   docker run --rm mbsbench build/mbsbench run --problem four-bar --solver lagrange/rk4:h=1e-3 --out -
#   docker build --tag mbsbench-ci --target ci . && docker run --rm mbsbench-ci            # the whole check
#
# The source is under the MIT licence; an image is a binary linked with UMFPACK, and subject to the GPL.
FROM debian:bookworm-slim AS packages
WORKDIR /mbsbench
COPY dev packages.txt ./
RUN ./dev install build history libraries charts

FROM packages AS ci
RUN ./dev install tests robots engines pictures valgrind browser latex slurm site fuzz format package
COPY . .
CMD [".ci/run"]

FROM packages
COPY . .
RUN ./dev setup
CMD ["./dev", "bench"]
