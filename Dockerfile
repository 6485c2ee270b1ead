# Build: docker build -t kumpas .     Run: see README, "Self-hosting".
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /kumpas ./cmd/kumpas \
 && mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /kumpas /kumpas
COPY --from=build --chown=10001:10001 /data /data
USER 10001:10001
ENV KUMPAS_DATA_DIR=/data
VOLUME /data
# Unhealthy: the store cannot be written to. It tells people; starting the bot anew would not help.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/kumpas", "health"]
ENTRYPOINT ["/kumpas"]
CMD ["serve"]
