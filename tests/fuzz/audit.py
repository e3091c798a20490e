"""``make audit``: runs pip-audit on the locked requirements. Fails for vulnerabilities, not for failed look-ups."""

import json
import subprocess
import sys
from typing import Any


def main() -> int:
    return max([_audit(lock) for lock in sys.argv[1:]], default=0)


def _audit(lock: str) -> int:
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off"]
    audit = subprocess.run([*command, "--format=json", "-r", lock], capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(audit.stdout)["dependencies"]
    except ValueError:
        last = (audit.stderr.strip().splitlines() or ["no reason given"])[-1]
        sys.stdout.write(f"{lock}: not audited; no vulnerability service can be reached from here ({last[:200]})\n")
        return 0
    return _tell(lock, packages)


def _tell(lock: str, packages: list[dict[str, Any]]) -> int:
    unknown = [package for package in packages if "skip_reason" in package]
    if len(unknown) == len(packages):
        sys.stdout.write(
            f"{lock}: not audited; the service that answers here knows none of the {len(packages)} packages\n"
        )
        return 0
    found = [(package, flaw) for package in packages for flaw in package.get("vulns", ())]
    sys.stdout.write(f"{lock}: {len(packages) - len(unknown)} packages looked up, {len(found)} vulnerabilities\n")
    for package in unknown:
        sys.stdout.write(f"  {package['name']}: not looked up\n")
    for package, flaw in found:
        fixed = ", ".join(flaw["fix_versions"]) or "no version yet"
        sys.stdout.write(f"  {package['name']} {package['version']}: {flaw['id']}, mended in {fixed}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
