/** The host names of a site's comma-separated text (contradictions.md 36). */
export const domainsOf = (domain: string): string[] => domain.split(',').filter(Boolean)
