import { isIPv4, isIPv6 } from 'node:net'

/** Without a port; IPv4-mapped addresses as IPv4. */
export function bareAddress({ ip }: { ip?: string }): string {
  const bare = (ip ?? '').replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(mapped) || isIPv6(mapped) ? mapped : 'unknown'
}

/** An IPv6 household has a whole /64: limits on single addresses would be useless. No `ip` after a hang-up. */
export function addressOf(request: { ip?: string }): string {
  const mapped = bareAddress(request)
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail = ''] = mapped.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = mapped.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':').filter(Boolean)]
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
