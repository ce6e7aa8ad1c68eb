/** Whether this process takes addresses in the form of test networks. */
let isTaken = false

/**
 * The sandbox writes its addresses in the form of test networks, so that no wallet pays them with
 * real money; only a process in the sandbox accepts them.
 */
export function acceptTestForms(isSandbox: boolean): void {
  isTaken = isSandbox
}

export function takesTestForms(): boolean {
  return isTaken
}
