/** Web servers for which a configuration is written. */
export const WEB_SERVERS = ['nginx', 'caddy', 'apache', 'iis'] as const
export type WebServerKind = (typeof WEB_SERVERS)[number]
