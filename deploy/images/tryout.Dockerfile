# What Filemill needs around it, for a try-out on one machine or in one cluster: Postgres, Redis, an S3 server. An installation
# that people rely on has managed ones instead. Same rules as deploy/Dockerfile: user 10001, read-only root, no capabilities.
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS runtime
COPY deploy/images/install.sh packages/local-stack/src/install/debian-packages.ts /build/
# Postgres asks for the name of who starts it.
RUN /build/install.sh init && echo 'filemill:x:10001:10001::/tmp:/usr/sbin/nologin' >> /etc/passwd
ENV LANG=C.UTF-8 HOME=/tmp
LABEL org.opencontainers.image.vendor="Filemill"

FROM runtime AS postgres
LABEL org.opencontainers.image.title="filemill-postgres" org.opencontainers.image.description="Postgres 15 for a try-out"
# Debian makes a database of its own when it installs.
RUN /build/install.sh postgres && rm -rf /var/lib/postgresql/15 /etc/postgresql/15 && mkdir -p /var/lib/postgresql/data && chown 10001:10001 /var/lib/postgresql/data
COPY deploy/images/tryout/postgres.sh /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/data/15 POSTGRES_USER=filemill_owner
USER 10001:10001
VOLUME /var/lib/postgresql/data
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/postgres.sh"]

FROM runtime AS redis
LABEL org.opencontainers.image.title="filemill-redis" org.opencontainers.image.description="Redis 7 for a try-out"
RUN /build/install.sh redis && mkdir /data && chown 10001:10001 /data
COPY deploy/images/tryout/redis.sh /usr/local/bin/
USER 10001:10001
VOLUME /data
EXPOSE 6379
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/redis.sh"]

FROM runtime AS s3
LABEL org.opencontainers.image.title="filemill-s3" org.opencontainers.image.description="An S3 server over a folder, for a try-out"
RUN mkdir /data && chown 10001:10001 /data
COPY deploy/out/programs/versitygw /usr/local/bin/
COPY deploy/images/tryout/s3.sh /usr/local/bin/
ENV S3_BUCKET=filemill
USER 10001:10001
VOLUME /data
EXPOSE 7070
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/s3.sh"]
