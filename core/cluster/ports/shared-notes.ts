// What the nodes of a venue have in common beside its journal, each as a fact that is there or is not: nothing that the engine knows of
// follows from it. Calls are answered within two seconds, as those of the lease, and never reject.

export interface SharedNotes {
  /**
   * Notes that a signer's timestamp is used up. What is older than `forgetBefore` is no longer asked for.
   * @returns whether no node had noted it before; null when that is not known
   */
  spend(signer: string, timestamp: number, forgetBefore: number): Promise<boolean | null>;
  /**
   * By the node that leads: what its predecessors have kept of a subject, by name. From then on they change nothing of it.
   * @returns null when it can't be read, or another node leads
   */
  take(subject: string): Promise<ReadonlyMap<string, string> | null>;
  /**
   * By the node that leads: a text under a name of the subject, in place of what is there.
   * @returns whether it is known to be there, on the standby as well
   */
  keep(subject: string, name: string, text: string): Promise<boolean>;
}
