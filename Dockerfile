# Other images may be given: one with npm to build, one with apt-get to run.
ARG BUILD_IMAGE=node:26-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
# The pinned Node needs it, and slim images lack it.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run release && mkdir /out && mv release/boardwalk-*/ /out/boardwalk

FROM ${RUN_IMAGE}
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN mkdir --mode=0700 /data && chown 10001:10001 /data
COPY --from=build /out/boardwalk /opt/boardwalk
USER 10001:10001
VOLUME /data
ENV HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/boardwalk.db NODE_COMPILE_CACHE=/tmp/compiled
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["/opt/boardwalk/node", "-e", "const { HOST, PORT } = process.env; require('node:http').get({ host: (HOST || '0.0.0.0').replace(/[[\\]]/g, ''), port: PORT || 3000, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["/opt/boardwalk/boardwalk"]
