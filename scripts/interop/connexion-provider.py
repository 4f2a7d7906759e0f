"""A Connexion server in front of the service: DESCRIPTION TARGET PORT. Connexion reads only OpenAPI 3.0.

It validates requests and answers against the description, and forwards what is valid.
"""

import json
import sys

import connexion
import httpx
import uvicorn
from connexion.exceptions import ProblemException
from connexion.lifecycle import ConnexionResponse
from connexion.resolver import Resolver

description, target, port = sys.argv[1:]
client = httpx.AsyncClient(base_url=target)


async def known(token):
    """Tests a token by GET /api/v2/org, which serves as an authentication check (interface 5, item 6)."""
    answer = await client.get("/api/v2/org", headers={"authorization": f"Bearer {token}"})
    return None if answer.status_code == 401 else {"sub": token}


async def forward(body=None, **_):
    request = connexion.request
    headers = {name: request.headers[name] for name in ("authorization",) if name in request.headers}
    content = {} if body is None else {"json": body}
    answer = await client.request(request.method, request.scope["raw_path"].decode(), headers=headers, **content)
    return answer.json(), answer.status_code, {"content-type": "application/json"}


def as_message(_, problem):
    body = json.dumps({"message": str(problem.detail)})
    return ConnexionResponse(problem.status, content_type="application/json", body=body)


with open(description, encoding="utf-8") as file:
    specification = json.load(file)
specification["components"]["securitySchemes"]["bearerToken"]["x-bearerInfoFunc"] = f"{__name__}.known"
app = connexion.AsyncApp("interop")
app.add_api(
    specification, resolver=Resolver(lambda _: forward), strict_validation=True, validate_responses=True
)
app.add_error_handler(ProblemException, as_message)
uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")
