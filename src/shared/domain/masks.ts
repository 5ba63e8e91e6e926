/** The first three and the last four characters of a phone number; fewer of a short one. */
export function maskPhone(phone: string): string {
  const characters = [...phone]
  if (characters.length === 0) return ''
  if (characters.length < 8) return `${characters[0]}****`
  return `${characters.slice(0, 3).join('')}****${characters.slice(-4).join('')}`
}

/** The first character and the domain of an e-mail address. */
export function maskEmail(email: string): string {
  if (email === '') return ''
  const at = email.lastIndexOf('@')
  const first = [...email][0] ?? ''
  return at > 0 ? `${first}***${email.slice(at)}` : `${first}***`
}
