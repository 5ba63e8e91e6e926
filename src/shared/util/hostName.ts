import punycode from 'punycode/'

/** A host or address with its Chinese labels as people write them: xn--fiqs8s.cn → 中国.cn. What is no punycode stays. */
export function hostInWords(host: string): string {
  // By label, so that one that is wrong leaves the others readable.
  return host.replace(/xn--[a-z0-9-]+/gi, (label) => {
    try {
      const words = punycode.toUnicode(label.toLowerCase())
      return /[^ -~]/.test(words) ? words : label
    } catch {
      return label
    }
  })
}
