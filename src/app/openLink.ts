import { spawn } from 'node:child_process'

type Environment = Record<string, string | undefined>
type Opener = readonly [program: string, ...words: string[]]

/** Variables that an opener and the browser may need; others may contain keys and passwords. */
const passed =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|BROWSER|WSL_\w+|WSLENV|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE)$/
/** An opener that runs longer has become the browser. */
const startMs = 1_500

/**
 * The system's openers to try, in this order; none where no window can be shown. No shell reads the
 * link, so on Windows it is not `start` of `cmd.exe`.
 */
export function openersOf(platform: NodeJS.Platform, env: Environment): readonly Opener[] {
  const has = (name: string): boolean => (env[name] ?? '') !== ''
  if (platform === 'darwin') return [['open']]
  if (platform === 'win32') return [['rundll32.exe', 'url.dll,FileProtocolHandler']]
  const wsl: readonly Opener[] = has('WSL_DISTRO_NAME') ? [['wslview']] : []
  // Without a desktop, `xdg-open` would start a browser in this terminal.
  return has('DISPLAY') || has('WAYLAND_DISPLAY') ? [...wsl, ['xdg-open']] : wsl
}

/** Whether a program of the system has taken the link; only https links are given to one. */
export async function openLink(
  link: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (!URL.canParse(link) || new URL(link).protocol !== 'https:') return false
  for (const [program, ...words] of openersOf(platform, env)) {
    if (await starts(program, [...words, link], env)) return true
  }
  return false
}

function starts(program: string, words: readonly string[], env: Environment): Promise<boolean> {
  const own = Object.entries(env).filter(([name]) => passed.test(name))
  const child = spawn(program, words, {
    stdio: 'ignore',
    env: Object.fromEntries(own),
    // Ctrl-C ends this program, not the browser.
    detached: true,
    windowsHide: true,
  })
  child.unref()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, startMs, true)
    const end = (isOpen: boolean): void => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.once('error', () => {
      end(false)
    })
    child.once('exit', (code) => {
      end(code === 0)
    })
  })
}
