FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 LOG=json DATA_DIR=/data
WORKDIR /app
COPY . .
RUN npm ci --include=dev --include=optional --no-audit --no-fund && npm run build && mkdir /data && chown node:node /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
